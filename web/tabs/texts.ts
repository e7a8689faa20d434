import type { Text } from '#contract/texts.ts'

/** The words of the tab bar. */
export const texts = {
  tabs: { zh: '标签页', en: 'Tabs' },
  actions: { zh: '标签页操作', en: 'Tab actions' },
  open: { zh: '打开的标签页', en: 'Open tabs' },
  refresh: { zh: '刷新', en: 'Refresh' },
  close: { zh: '关闭', en: 'Close' },
  closeTab: { zh: '关闭 {name}', en: 'Close {name}' },
  closeOthers: { zh: '关闭其他', en: 'Close others' },
  closeAll: { zh: '关闭全部', en: 'Close all' },
  clearCache: { zh: '清除缓存', en: 'Clear cache' },
  search: { zh: '搜索菜单', en: 'Search the menu' },
  clearGeneral: { zh: '是否需要清除缓存?', en: 'Clear the cache?' },
  clearEnterprise: { zh: '是否需要清除缓存1?', en: 'Clear the cache of this enterprise?' },
  cleared: { zh: '清除完毕', en: 'Cache cleared' },
  title: { zh: '事务所主页', en: 'Firm home' },
  educationTitle: { zh: 'AI智能实训平台', en: 'AI training platform' },
  product: { zh: '底稿', en: 'Digao' },
  projects: { zh: '企业项目', en: 'Projects' },
  keyNext: { zh: '下一个、上一个标签页', en: 'Next tab, previous tab' },
  keyClose: { zh: '关闭标签页', en: 'Close the tab' },
  keyMove: { zh: '移动标签页', en: 'Move the tab' },
  keyBar: { zh: '到标签栏：← → 选择，Delete 关闭', en: 'To the tab bar: ← → choose, Delete closes' },
  keyMenu: { zh: '标签页的菜单', en: 'Menu of the tab' },
} as const satisfies Record<string, Text>
