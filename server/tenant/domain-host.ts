/**
 * The host of a full URL, an origin or a bare host, as browsers compare it: lower case, punycode, the port only where it is not
 * the scheme's own. Empty for what is none, or pretends to be another one by user information or a backslash.
 */
export function domainHost(address: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  if (!/^https?:\/\//i.test(text) || /[\\\p{Cc}\p{Z}@]/u.test(text) || !URL.canParse(text)) return ''
  const { host } = new URL(text)
  return host.replace(/\.(?=$|:)/, '')
}

/** A tenant's domain as it is stored, `scheme://host`; undefined for what has a path, parameters, or no host. */
export function domainOrigin(address: string): string | undefined {
  const host = domainHost(address)
  if (!host || !/^(https?:\/\/)?[^/?#]+\/?$/i.test(address)) return undefined
  return `${/^http:/i.test(address) ? 'http' : 'https'}://${host}`
}
