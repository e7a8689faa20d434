/** A text in both languages; `{name}` stands for a parameter. */
export type Text = { zh: string; en: string }
export type Language = 'zh-CN' | 'en'
export type Params = Record<string, string | number>

/** A template with its parameters put in; a missing parameter shows as its name. */
export const fill = (template: string, params: Params = {}) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
