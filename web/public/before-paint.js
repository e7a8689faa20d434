// Runs before the first paint, so that a dark page does not flash white. Keys and values: web/kernel/theme.ts, language.ts.
function stored(key, name) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}').state?.[name]
  } catch {
    return undefined
  }
}
const dark = matchMedia('(prefers-color-scheme: dark)').matches
const choice = stored('digao.theme', 'choice') ?? 'system'
document.documentElement.dataset.theme = choice === 'dark' || (choice === 'system' && dark) ? 'dark' : 'light'
document.documentElement.lang = stored('digao.language', 'language') ?? 'zh-CN'
