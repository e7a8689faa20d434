/** A ref for what scrolls inside a page and holds nothing to press: it can then be reached and scrolled by keyboard. */
export const scrollsByKeyboard = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0
}
