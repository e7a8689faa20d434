/** What the pages of documents are called; apart from the other words, because the frame needs them at once. */
export const titles = {
  word: { zh: '在线文档', en: 'Word online' },
  content: { zh: 'AI 内容编辑', en: 'AI content editor' },
}
