/** Fen as yuan with separators: 1,234.50. */
export const yuan = (fen: number): string => {
  const [whole = '0', cents = '00'] = (Math.abs(fen) / 100).toFixed(2).split('.')
  return `${fen < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
