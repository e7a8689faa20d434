import shipped from './prompt-templates.json' with { type: 'json' }

type Both = { zh: string; en: string }

/** A prompt template of the product. The body is Chinese, as are the papers it is for; `{{name}}` stands for a variable. */
export type ShippedPrompt = {
  /** What it goes by from version to version of the product. */
  code: string
  category: string
  name: Both
  says: Both
  body: string
  variables: readonly {
    name: string
    kind: string
    label: string
    labelEn: string
    required?: boolean
    initial?: string
    initialEn?: string
    options?: readonly string[]
    /** By choice. */
    optionsEn?: Readonly<Record<string, string>>
    hint?: string
    hintEn?: string
  }[]
}
export const shippedPrompts: readonly ShippedPrompt[] = shipped.templates
