import { createHmac, randomBytes } from 'node:crypto'
import { networkBytes } from '../http/client-address.ts'

const SALT_BYTES = 32

/**
 * Names for addresses that last a day: an HMAC with a salt that is only in memory and changes every day (safety.md P5,
 * ING-5). An IPv6 address goes by its /56, an IPv4 address written as IPv6 by itself.
 */
export class AddressBuckets {
  #day = ''
  #salt = randomBytes(SALT_BYTES)

  /** `day` is today's in UTC. Who has no valid address shares one bucket. */
  bucketName(address: string | undefined, day: string): string {
    if (day !== this.#day) {
      this.#day = day
      this.#salt = randomBytes(SALT_BYTES)
    }
    return createHmac('sha256', this.#salt).update(networkBytes(address)).digest('base64url')
  }
}
