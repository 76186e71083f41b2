import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../../crawler/quic/quiche-binding.ts'
import { type PacketKeys, trafficKeys } from './quic-packets.ts'

/** The key log of one connection, by way of a file without a name: quiche tells it nowhere else. */
export class KeyLog implements Disposable {
  readonly #file: number

  constructor(connection: Connection) {
    const folder = mkdtempSync(join(tmpdir(), 'towline-zoo-keys-'))
    try {
      const name = join(folder, 'keys')
      connection.setKeylog(name)
      this.#file = openSync(name, 'r')
    } finally {
      // Both ends have it open. The zoo may be killed, and would leave it behind.
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** Keys of one side's 1-RTT packets; null before the handshake has come to them. To be asked once. */
  keysOf(sender: 'CLIENT' | 'SERVER'): PacketKeys | null {
    const line = new RegExp(`^${sender}_TRAFFIC_SECRET_0 \\S+ ([0-9a-f]{64}|[0-9a-f]{96})$`, 'm')
    const secret = line.exec(readFileSync(this.#file, 'utf8'))?.[1]
    return secret === undefined ? null : trafficKeys(Buffer.from(secret, 'hex'))
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}
