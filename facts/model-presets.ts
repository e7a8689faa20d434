import presets from './model-presets.json' with { type: 'json' }

type Text = { zh: string; en: string }

/** Where a provider's OpenAI-compatible API stands, as its documents say; everything in it can be typed over. */
export type ModelPreset = {
  key: string
  name: Text
  baseUrl: string
  style?: 'openai' | 'azure'
  models: readonly string[]
  offers: readonly ('chat' | 'embed' | 'rerank')[]
  /** Usually stands in the firm's own network. */
  inside?: boolean
  hint?: Text
}
/** Where a preset's address was taken from, and when. */
export const modelPresetsAsOf: { asOf: string; source: string } = { asOf: presets.asOf, source: presets.source }
export const modelPresets: readonly ModelPreset[] = presets.presets as readonly ModelPreset[]
