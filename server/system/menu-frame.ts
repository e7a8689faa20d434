import { notFound } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { effectiveMenus } from './effective-menus.ts'
import { asNode, PAGE } from './menu-tree.ts'

/** The specification's way to write a link inside the frame. */
const framedAddress = (href: string) => href.replaceAll('&', '#')

/** The page of another site that one of the caller's own menus shows; any other id is not found. */
export async function menuFrame(context: Context, { id }: { id: string }) {
  const { mine } = await effectiveMenus(context)
  const row = mine.find((one) => one.id === id && one.category === PAGE)
  const link = row && /^https?:\/\//i.test(row.href) ? URL.parse(row.href) : null
  if (!row || !link) throw notFound()
  const { name, isOpen } = asNode(row, context.language)
  const allowed = context.kernel.config.DIGAO_FRAME_HOSTS.includes(link.host)
  return { id, name, address: framedAddress(link.href), host: link.host, allowed, isOpen }
}
