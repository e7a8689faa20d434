import type { Text } from '#contract/texts.ts'

/** The words of the side menus and of pages of other sites. */
export const texts = {
  product: { zh: '底稿', en: 'Digao' },
  myFirm: { zh: '我的事务所', en: 'My firm' },
  myDesk: { zh: '我的工作台', en: 'My desk' },
  mine: { zh: '我的', en: 'Mine' },
  signOut: { zh: '退出账号', en: 'Sign out' },
  emptyMenu: { zh: '还没有可用的菜单，请联系管理员开通', en: 'No menus yet; ask your administrator' },
  training: { zh: 'AI智能实训平台', en: 'AI training platform' },
  school: { zh: '学校', en: 'School' },
  enterpriseMenu: { zh: '企业菜单', en: 'Menu of the enterprise' },
  later: { zh: '建设中', en: 'To come' },

  frame: { zh: '站外页面', en: 'Page of another site' },
  openOutside: { zh: '在新窗口打开', en: 'Open in a new window' },
  frameHost: { zh: '来自 {host}', en: 'From {host}' },
  frameRefused: { zh: '这个网站不能在这里打开', en: 'This site cannot be shown here' },
  frameRefusedText: {
    zh: '{host} 不在允许嵌入的网站之内。可以在新窗口打开；需要嵌入时，请平台管理员把它加入 DIGAO_FRAME_HOSTS。',
    en: '{host} is not among the sites that may be embedded. You can open it in a new window; to embed it, the operator adds it to DIGAO_FRAME_HOSTS.',
  },
  frameGone: {
    zh: '没有这个菜单，或者它不再对您开放。',
    en: 'There is no such menu, or it is no longer yours to open.',
  },
  home: { zh: '回到首页', en: 'Back to the home page' },
} as const satisfies Record<string, Text>
