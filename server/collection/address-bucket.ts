import { createHmac, randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'

const SALT_BYTES = 32
/** What one customer is given: 2^72 addresses are one household. */
const IPV6_PREFIX_BYTES = 7

/**
 * Names for addresses that last a day: an HMAC with a salt that is only in memory and changes every day (SAFETY P5,
 * ING-5). An IPv6 address goes by its /56, an IPv4 address written as IPv6 by itself.
 */
export class AddressBuckets {
  #day = ''
  #salt = randomBytes(SALT_BYTES)

  /** `day` is today's in UTC. Who has no valid address shares one bucket. */
  of(address: string | undefined, day: string): string {
    if (day !== this.#day) {
      this.#day = day
      this.#salt = randomBytes(SALT_BYTES)
    }
    return createHmac('sha256', this.#salt).update(networkOf(address)).digest('base64url')
  }
}

function networkOf(address: string | undefined): Uint8Array {
  if (address === undefined || !ipaddr.isValid(address)) return new Uint8Array()
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  return Uint8Array.from(parsed.kind() === 'ipv4' ? bytes : bytes.slice(0, IPV6_PREFIX_BYTES))
}
