/** A way through a provider that this window began: kept here, so that nobody can send somebody else's way back into it. */
export type Away = {
  state: string
  nonce: string
  /** signIn: at the login page; bind: the security centre; test: the page of providers. */
  purpose: 'signIn' | 'bind' | 'test'
  kind: 'social' | 'sso'
  /** The social client's or the provider's id. */
  through: string
  tenantId: string
}
/** What came back in the address. */
export type Returned = { code: string; state: string; iss: string; error: string }

const KEY = 'digao.away'

/** 32 hex digits that stay in this window. */
export const newNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Leaves for a provider. */
export function leaveTo(url: string, away: Away) {
  sessionStorage.setItem(KEY, JSON.stringify(away))
  location.assign(url)
}

/** What an address came back with, under the providers' names or as view of a page of ours; undefined for an ordinary one. */
export function returnedIn(search: string): Returned | undefined {
  const query = new URLSearchParams(search)
  const field = (name: string) => query.get(name) ?? query.get(`v.${name}`) ?? ''
  // DingTalk calls its code authCode
  const code = field('code') || field('authCode')
  if (!field('state') || !(code || field('error'))) return undefined
  return { code, state: field('state'), iss: field('iss'), error: field('error') }
}

const isAway = (value: unknown): value is Away =>
  typeof value === 'object' && value !== null && 'state' in value && 'nonce' in value && 'purpose' in value

/** The way of this window that has this state, once; undefined if it began none. */
export function takeAway(state: string): Away | undefined {
  const text = sessionStorage.getItem(KEY)
  if (!text) return undefined
  const away: unknown = JSON.parse(text)
  if (!isAway(away) || away.state !== state) return undefined
  sessionStorage.removeItem(KEY)
  return away
}

/** What this window's way was for, without using it up. */
export function purposeOf(state: string): Away['purpose'] | undefined {
  const text = sessionStorage.getItem(KEY)
  const away: unknown = text ? JSON.parse(text) : undefined
  return isAway(away) && away.state === state ? away.purpose : undefined
}

/** What takes it out of the view again. */
export const emptied = { 'v.code': undefined, 'v.state': undefined, 'v.iss': undefined, 'v.error': undefined }
