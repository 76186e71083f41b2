import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { unusedId } from '../../process/browser-user.ts'
import type { PacketTool } from '../packets/packet-tools.ts'
import { egressRules } from './egress-rules.ts'

/** A filter of what browsers of this process may send, while it is not disposed of. */
export interface EgressFilter extends AsyncDisposable {
  /** Browsers are to be started with this group id. */
  readonly gid: number
  /** `nftables v1.0.6`. */
  readonly version: string
  refused(): Promise<number>
}

/** Something that it needs is not there; the message says what. */
export class NoEgressFilter extends Error {
  override readonly name = 'NoEgressFilter'
}

const PREFIX = 'towline_egress_'

/**
 * Opens the filter (CRW-6, CRW-9), and removes those that killed runs left behind.
 * @param tool nft(8); null where it is not there
 * @param resolvers addresses of the machine's name servers
 * @param pagePort of the page that a user asked for
 * @throws NoEgressFilter where this user may not set one, or nft(8) is not there
 */
export async function openEgressFilter(
  tool: PacketTool | null,
  resolvers: readonly string[],
  pagePort?: number,
): Promise<EgressFilter> {
  if (process.platform !== 'linux') throw new NoEgressFilter('it needs Linux')
  if (process.geteuid?.() !== 0) throw new NoEgressFilter('only root may set it')
  if (tool === null) throw new NoEgressFilter('nft is missing: install the package nftables')
  const nft: Nft = (argv, input) => runNft(tool, argv, input)
  const version = (await nft(['--version'])).trim().replace(/ \(.*$/, '')
  await removeLeft(nft)
  const table = `${PREFIX}${process.pid}_${startOf(process.pid)}`
  const gid = unusedId('gid')
  if (gid === null)
    throw new NoEgressFilter('there is no group id to know browsers by in this user namespace')
  await nft(
    ['--file', '-'],
    egressRules({ table, gid, resolvers, ...(pagePort !== undefined && { pagePort }) }),
  )
  return {
    gid,
    version,
    async refused() {
      const listed = await nft(['list', 'counter', 'inet', table, 'refused'])
      return Number(/packets (\d+)/.exec(listed)?.[1])
    },
    async [Symbol.asyncDispose]() {
      await nft(['delete', 'table', 'inet', table])
    },
  }
}

type Nft = (argv: readonly string[], input?: string) => Promise<string>

/** Tables of processes that are no more. */
async function removeLeft(nft: Nft): Promise<void> {
  const listed = await nft(['list', 'tables', 'inet'])
  for (const [, name, pid, start] of listed.matchAll(
    new RegExp(`^table inet (${PREFIX}(\\d+)_(\\d+))$`, 'gm'),
  ))
    if (startOf(Number(pid)) !== Number(start)) await nft(['delete', 'table', 'inet', name ?? ''])
}

/** Start of a process in ticks since the machine's: with its id, a name that no other process has. Null: none. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): the 22nd field; the second, in brackets, may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return null
  }
}

async function runNft({ path, env }: PacketTool, argv: readonly string[], input = ''): Promise<string> {
  const child = spawn(path, argv, { stdio: ['pipe', 'pipe', 'pipe'], env })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  child.stdin.on('error', () => {
    // It ended before it read: its exit code says why.
  })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new NoEgressFilter(`nft refuses it: ${stderr.trim().split('\n')[0]}`)
  return stdout
}
