import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram, pathFolders } from '../../crawler/process/find-program.ts'
import type { KeyPair } from './certificates.ts'

const UNPACKED = resolve(import.meta.dirname, '../../.cache/towline/sandbox/root/usr/bin')

/** Caddy's program as the sandbox unpacked it, else the machine's; null where there is none. */
export function findCaddy(): string | null {
  return findProgram('caddy', [UNPACKED, ...pathFolders()])
}

type Caddy = { readonly port: number } & AsyncDisposable

/** Caddy for `site.test` on a free port of 127.0.0.1 with TCP and UDP: a page of 300,000 bytes and a robots.txt. */
export const startCaddy = (program: string, folder: string, pair: KeyPair): Promise<Caddy> =>
  startCaddySite(program, folder, pair, {
    hosts: ['site.test'],
    directives: `header Location "café"
  respond /robots.txt "User-agent: *"
  respond "${'towline '.repeat(300_000 / 8)}"`,
  })

interface CaddySite {
  readonly hosts: readonly string[]
  /** As in a Caddyfile. */
  readonly directives: string
}

/** Caddy for hosts on a free port of 127.0.0.1 with TCP and UDP. */
export async function startCaddySite(
  program: string,
  folder: string,
  pair: KeyPair,
  site: CaddySite,
): Promise<Caddy> {
  for (;;) {
    // Below those that systems give to whoever asks for any.
    const caddy = await startCaddyIn(randomInt(10_000, 32_000), program, folder, pair, site)
    if (caddy !== null) return caddy
  }
}

/** Null where the port is taken. */
async function startCaddyIn(
  port: number,
  program: string,
  folder: string,
  pair: KeyPair,
  { hosts, directives }: CaddySite,
): Promise<Caddy | null> {
  const inFolder = (name: string): string => join(folder, name)
  await writeFile(inFolder('caddy.crt'), pair.cert)
  await writeFile(inFolder('caddy.key'), pair.key)
  await writeFile(
    inFolder('Caddyfile'),
    `{
  admin off
  auto_https off
}
${hosts.map((host) => `https://${host}:${port}`).join(', ')} {
  bind 127.0.0.1
  tls ${inFolder('caddy.crt')} ${inFolder('caddy.key')}
  ${directives}
}
`,
  )
  const argv = ['run', '--config', inFolder('Caddyfile'), '--adapter', 'caddyfile']
  // Caddy writes below these, and nowhere else.
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, argv, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  let log = ''
  child.stderr.on('data', (text: Buffer) => {
    log += text.toString()
  })
  while (!log.includes('serving initial configuration')) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await ended
      if (log.includes('address already in use')) return null
      throw new Error(`caddy ended: ${log}`)
    }
    await delay(20)
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
