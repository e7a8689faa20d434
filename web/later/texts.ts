/** The words of pages to come. */
export const texts = {
  later: { zh: '这个页面还在建设中，将来在这里：', en: 'This page is still being built. It will be for: ' },
  home: { zh: '回到首页', en: 'Back to the home page' },
} as const
