import { menuIcons } from './menu-icons.ts'

const has = (name: string): name is keyof typeof menuIcons => Object.hasOwn(menuIcons, name)

/** The drawing itself; all of them together are too much for the first load. */
export function MenuGlyph({ name }: { name: string }) {
  const Icon = has(name) ? menuIcons[name] : menuIcons.AppstoreOutlined
  return <Icon aria-hidden />
}
