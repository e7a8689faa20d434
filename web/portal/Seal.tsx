/** The mark of the product: a seal. */
export function Seal({ size }: { size: number }) {
  return <img src="/seal.svg" width={size} height={size} alt="" />
}
