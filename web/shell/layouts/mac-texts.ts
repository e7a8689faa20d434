/** The words of the desktop. */
export const texts = {
  menus: { zh: '菜单栏', en: 'Menu bar' },
  dock: { zh: '程序坞', en: 'Dock' },
  window: { zh: '窗口', en: 'Window' },
  closeTab: { zh: '关闭这个标签页', en: 'Close this tab' },
  home: { zh: '回到首页', en: 'Back to the first page' },
  fill: { zh: '铺满桌面', en: 'Fill the desktop' },
  unfill: { zh: '恢复窗口', en: 'Restore the window' },
  version: { zh: '版本 {version}', en: 'Version {version}' },
}
