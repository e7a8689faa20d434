// Runs before the first paint, so that no page flashes in another theme. Keys and values: web/kernel/theme.ts, language.ts.
function stored(key, name) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}').state?.[name]
  } catch {
    return undefined
  }
}
const theme = stored('digao.theme', 'name') ?? 'default'
const choice = stored('digao.theme', 'choice') ?? 'system'
const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
// themes that have one shade only
const only = { 'theme-white': 'light', 'theme-dark': 'dark' }[theme]
Object.assign(document.documentElement.dataset, { theme, shade: only ?? (dark ? 'dark' : 'light') })
document.documentElement.lang = stored('digao.language', 'language') ?? 'zh-CN'
