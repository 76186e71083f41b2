import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../../crawler/quic/quiche-binding.ts'
import { type PacketKeys, trafficKeys } from './quic-packets.ts'

/** The key log of one connection, by way of a file: quiche tells it nowhere else. */
export class KeyLog implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'towline-zoo-keys-'))
  readonly #file = join(this.#folder, 'keys')

  constructor(connection: Connection) {
    connection.setKeylog(this.#file)
  }

  /** Of the server's 1-RTT packets; null before the handshake has come to them. */
  serverKeys(): PacketKeys | null {
    const secret = /^SERVER_TRAFFIC_SECRET_0 \S+ ([0-9a-f]{64})$/m.exec(readFileSync(this.#file, 'utf8'))?.[1]
    return secret === undefined ? null : trafficKeys(Buffer.from(secret, 'hex'))
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
