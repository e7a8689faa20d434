import { type MaskActions, maskKinds, type MaskPreset } from '#contract/masking.ts'

const all = (action: 'token' | 'keep'): MaskActions =>
  Object.fromEntries(maskKinds.map((kind) => [kind, action])) as MaskActions

/**
 * The templates of the product. `standard`: whoever and whatever names somebody becomes a token, figures stay, since papers are
 * about them. `strict`: figures become ranges, too. `identifiers`: numbers of people and accounts alone.
 */
export const presetActions: Record<MaskPreset, MaskActions> = {
  standard: { ...all('token'), address: 'generalise', amount: 'keep' },
  strict: { ...all('token'), amount: 'generalise' },
  identifiers: {
    ...all('keep'),
    idCard: 'token',
    taxNumber: 'token',
    bankCard: 'token',
    bankAccount: 'token',
    phone: 'token',
    email: 'token',
    document: 'token',
    custom: 'token',
  },
}

/** What applies where neither the person nor the firm has chosen. */
export const presetOfAll: MaskPreset = 'standard'
