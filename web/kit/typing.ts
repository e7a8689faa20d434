const inField = () =>
  document.activeElement instanceof HTMLElement &&
  (document.activeElement.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName))
/** Whether a dialog lies over the page. */
export const isCovered = () =>
  document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open .ant-drawer-mask') !== null

/** Whether keys belong to a field or to a dialog over the page, so that a page's single letters must not be heard. */
export const isTyping = (): boolean => inField() || isCovered()
