import type { Language, Text } from '#contract/texts.ts'

type Controls = { setLanguage: (language: Language) => void; dispose: () => void }

/** Controls that the library draws as a picture alone, by what finds them, with the name a screen reader says. */
const names: readonly (readonly [selector: string, name: Text])[] = [
  ['[data-u-command="univer.command.undo"]', { zh: '撤销', en: 'Undo' }],
  ['[data-u-command="univer.command.redo"]', { zh: '重做', en: 'Redo' }],
  ['[data-u-command="sheet.command.set-once-format-painter"]', { zh: '格式刷', en: 'Copy the format' }],
  ['[data-u-command="sheet.command.clear-selection-all"]', { zh: '清除', en: 'Clear' }],
  ['[data-u-command="sheet.command.set-range-font-family"] input', { zh: '字体', en: 'Font' }],
  ['[data-u-command="sheet.command.set-range-fontsize"] input', { zh: '字号', en: 'Font size' }],
  ['[data-u-command="sheet.command.set-range-font-increase"]', { zh: '增大字号', en: 'Larger font' }],
  ['[data-u-command="sheet.command.set-range-font-decrease"]', { zh: '减小字号', en: 'Smaller font' }],
  ['[data-u-command="sheet.command.set-range-bold"]', { zh: '加粗', en: 'Bold' }],
  ['[data-u-command="sheet.command.set-range-italic"]', { zh: '斜体', en: 'Italic' }],
  ['[data-u-command="sheet.command.set-range-underline"]', { zh: '下划线', en: 'Underline' }],
  ['[data-u-command="sheet.command.set-range-stroke"]', { zh: '删除线', en: 'Strike through' }],
  ['[data-u-command="sheet.command.numfmt.set.percent"]', { zh: '百分比', en: 'Percent' }],
  ['[data-u-command="sheet.command.numfmt.set.currency"]', { zh: '货币', en: 'Currency' }],
  ['[data-u-command="sheet.command.numfmt.add.decimal.command"]', { zh: '增加小数位', en: 'More decimals' }],
  ['[data-u-command="sheet.command.numfmt.subtract.decimal.command"]', { zh: '减少小数位', en: 'Fewer decimals' }],
  ['[data-u-command="sheet.command.add-range-protection-from-toolbar"]', { zh: '保护区域', en: 'Protect the range' }],
  ['[data-u-command="base-ui.operation.toggle-shortcut-panel"]', { zh: '快捷键', en: 'Shortcuts' }],
  ['[data-u-command="sheet.command.toggle-gridlines"]', { zh: '网格线', en: 'Gridlines' }],
  ['[data-u-comp="ribbon-header-menu"] [role="tablist"]', { zh: '表格菜单', en: 'Menus of the spreadsheet' }],
  ['[data-u-comp="defined-name"] input', { zh: '单元格位置', en: 'Place of the cell' }],
  ['[data-u-comp="defined-name"] [aria-haspopup]', { zh: '已定义的名称', en: 'Defined names' }],
  ['[data-u-comp="formula-bar"] [data-u-comp="editor"]', { zh: '公式栏', en: 'Formula bar' }],
  ['[data-u-comp="sheet-bar-append-button"]', { zh: '工作表', en: 'Sheets' }],
  ['[data-u-comp="slide-tab-bar"]', { zh: '工作表', en: 'Sheets' }],
  ['[data-u-comp="sidebar"]', { zh: '侧栏', en: 'Side panel' }],
  ['[data-u-comp="sidebar"] header button', { zh: '关闭侧栏', en: 'Close the side panel' }],
  ['[role="track"], [data-part="track"]', { zh: '显示比例', en: 'Zoom' }],
  ['[data-part="track"] a', { zh: '恢复 100%', en: 'Back to 100%' }],
  ['[role="handle"], [data-part="handle"]', { zh: '显示比例', en: 'Zoom' }],
  ['[data-u-comp="editor"]', { zh: '单元格内容', en: 'Content of the cell' }],
]
/** What is found in no other way: pictures to click beside one another. */
const plain: Text = { zh: '表格操作', en: 'Spreadsheet action' }
const less: Text = { zh: '缩小', en: 'Zoom out' }
const more: Text = { zh: '放大', en: 'Zoom in' }

/** Marks what was named here, so that another language finds it again. */
const OURS = 'gridName'

/**
 * Names the library's controls for who cannot see their pictures, as they come, and gives its zoom slider roles that exist. The
 * library keeps attributes it did not write.
 */
export function nameControls(element: HTMLElement, language: Language): Controls {
  let speaks = language
  const say = ({ zh, en }: Text) => (speaks === 'en' ? en : zh)
  const call = (found: Element, name: Text) => {
    if (!(found instanceof HTMLElement) || found.getAttribute('aria-label') === say(name)) return
    found.dataset[OURS] = ''
    found.setAttribute('aria-label', say(name))
  }
  const slide = () => {
    for (const track of element.querySelectorAll<HTMLElement>('[role="track"]')) {
      track.dataset['part'] = 'track'
      track.setAttribute('role', 'group')
      const beside = [...(track.parentElement?.children ?? [])]
      const [before, after] = [beside[beside.indexOf(track) - 1], beside[beside.indexOf(track) + 1]]
      if (before) call(before, less)
      if (after) call(after, more)
    }
    for (const handle of element.querySelectorAll<HTMLElement>('[role="handle"], [data-part="handle"]')) {
      handle.dataset['part'] = 'handle'
      handle.setAttribute('role', 'slider')
      const shown = element.querySelector('[data-u-comp="button"][aria-haspopup="menu"]')?.textContent ?? ''
      handle.setAttribute('aria-valuemin', '10')
      handle.setAttribute('aria-valuemax', '400')
      handle.setAttribute('aria-valuenow', String(Number.parseInt(shown, 10) || 100))
    }
  }
  const name = () => {
    slide()
    for (const [selector, text] of names.toReversed())
      for (const found of element.querySelectorAll(selector)) call(found, text)
    for (const found of element.querySelectorAll('button, a[role="button"], input'))
      if (!found.getAttribute('aria-label') && !found.textContent?.trim() && !found.getAttribute('title'))
        call(found, plain)
  }
  let due = 0
  const soon = () => {
    due ||= requestAnimationFrame(() => {
      due = 0
      name()
    })
  }
  const watch = new MutationObserver(soon)
  watch.observe(element, { childList: true, subtree: true })
  return {
    setLanguage(next) {
      speaks = next
      for (const own of element.querySelectorAll(`[data-grid-name]`)) own.removeAttribute('aria-label')
      soon()
    },
    dispose() {
      watch.disconnect()
      cancelAnimationFrame(due)
    },
  }
}
