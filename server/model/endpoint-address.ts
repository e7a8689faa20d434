import type { Config } from '#server/kernel/config.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { AddressForbidden, admitOutside } from '#server/kernel/outbound.ts'

/** An address as it is stored: an origin and a path, no credentials, no parameters. Refuses with modelAddressForm. */
export function readBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Refusal('modelAddressForm')
  const url = new URL(text)
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!plain || !/^https?:$/.test(url.protocol)) throw new Refusal('modelAddressForm')
  return url
}

/** Whether the deployment names the host as one of its own network. */
export const standsInside = ({ DIGAO_OUTBOUND: trusted }: Config, { host, hostname }: URL): boolean =>
  trusted.includes(host) || trusted.includes(hostname)

/**
 * Refuses an address that may not be asked (modelAddress). A name that nobody resolves now is let through: it is looked at again
 * whenever it is asked. Not inside a transaction.
 */
export async function admitAddress({ DIGAO_OUTBOUND: trusted }: Config, url: URL): Promise<void> {
  await admitOutside({ trusted }, url).catch((error: unknown) => {
    if (error instanceof AddressForbidden) throw new Refusal('modelAddress', { host: url.host })
  })
}
