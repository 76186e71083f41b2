import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPacketTools } from '../../../../crawler/probe/packets/packet-tools.ts'
import { noBrowser } from './probe-browser.ts'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '../../../../.cache/towline')
const CLIENT = join(import.meta.dirname, 'trap-client.ts')

export interface Found {
  readonly failure: string | null
  /** `tcp 10.0.0.1 80`: what was sent to a private address. */
  readonly packets: readonly string[]
  /** `name type` */
  readonly questions: readonly string[]
  /** Requests that a trap received. */
  readonly reached: readonly string[]
  /** Hosts of all requests, of traps and of the site. */
  readonly hosts: readonly string[]
}

const { tcpdump, nft } = findPacketTools(CACHE)
/** For `skip` of tests that need the network of traps. */
export const noTraps =
  process.geteuid?.() !== 0
    ? 'only root can make the network of traps'
    : tcpdump === null || nft === null
      ? 'tcpdump or nft is missing: run scripts/setup-packets.sh'
      : spawnSync('unshare', ['--net', '--mount', 'true']).status === 0
        ? noBrowser
        : 'no network namespaces are allowed here'

/** Loads pages in a network whose every address is a trap, by `trap-client.ts`, and gives what was found of each. */
export async function trapped(order: object): Promise<[string, Found][]> {
  const folder = await mkdtemp(join(tmpdir(), 'tl-'))
  try {
    const resolv = join(folder, 'resolv.conf')
    await writeFile(resolv, 'nameserver 9.9.9.53\n')
    const script = 'mount --bind "$1" /etc/resolv.conf; shift; exec "$@"'
    const { stdout } = await run(
      'unshare',
      [
        '--net',
        '--mount',
        'sh',
        '-ec',
        script,
        'sh',
        resolv,
        process.execPath,
        CLIENT,
        JSON.stringify(order),
      ],
      { maxBuffer: 50_000_000 },
    )
    return Object.entries((JSON.parse(stdout) as { results: Record<string, Found> }).results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
