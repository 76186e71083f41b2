import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { openCapture } from '../../../../crawler/probe/packets/capture.ts'
import { keyLogReader } from '../../../../crawler/probe/packets/keys.ts'
import { findPacketTools, type PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { runCommand } from '../../../../lab/process/run-command.ts'
import type { Sandbox } from '../../../../lab/sandbox/open.ts'

/** The interface of the sandbox's client. */
export const LINK = 'towline0'
export const CACHE = join(import.meta.dirname, '../../../../.cache/towline')
export const tools = findPacketTools(CACHE)

/** Why tests with real captures cannot run here; false where they can. */
export const cannotCapture =
  process.platform !== 'linux'
    ? 'needs namespaces of Linux'
    : tools.tcpdump && tools.tshark
      ? false
      : 'no tcpdump or no tshark: run scripts/setup-packets.sh'

export interface Captured {
  readonly pcap: Uint8Array
  readonly keys: string
  readonly drops: number | null
}

/** Loads a page once in a Chromium of its own, with what passed on the wire meanwhile. */
export async function captureLoad(
  sandbox: Sandbox,
  url: string,
  addresses: ReadonlyMap<string, string>,
  switches: readonly string[],
): Promise<Captured> {
  const browser = findBrowser()
  if (browser === null || !tools.tcpdump) throw new Error('no browser or no tcpdump')
  const signal = AbortSignal.timeout(120_000)
  const home = await mkdtemp(join(tmpdir(), 'towline-load-'))
  try {
    const store = `sql:${join(home, '.pki/nssdb')}`
    await mkdir(join(home, '.pki/nssdb'), { recursive: true })
    await runCommand(['certutil', '-d', store, '-N', '--empty-password'], { signal })
    await runCommand(['certutil', '-d', store, '-A', '-t', 'C,,', '-n', 'ca', '-i', sandbox.caFile], {
      signal,
    })
    const keyFile = join(home, 'keys')
    const rules = [...addresses].map(([host, address]) => `MAP ${host} ${address}`).join(',')
    const argv = sandbox.command([
      browser,
      '--headless=new',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${join(home, 'profile')}`,
      `--host-resolver-rules=${rules}`,
      ...switches,
      '--dump-dom',
      url,
    ])
    await using capture = await openCapture({
      interface: LINK,
      tcpdump: tools.tcpdump,
      command: (command) => sandbox.command(command),
      signal,
    })
    const keys = await keyLogReader(keyFile).begin()
    const slice = capture.begin()
    await runToEnd(argv, { ...process.env, HOME: home, SSLKEYLOGFILE: keyFile }, signal)
    const pcap = await slice.end()
    if (!pcap) throw new Error(`the capture ended: ${capture.failure}`)
    return { pcap, keys: await keys.read(), drops: slice.drops }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function runToEnd(argv: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const [program = '', ...rest] = argv
  const child = spawn(program, rest, { stdio: 'ignore', env, signal, killSignal: 'SIGKILL' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child
    .on('error', reject)
    .on('close', (code) => (code === 0 ? resolve() : reject(new Error(`browser: ${code}`))))
  await promise
}

/** tshark's own answer, by its own filters and in two passes: `fields` of the packets that match, one line each. */
export async function askTshark(
  captured: Captured,
  filter: string,
  ...fields: string[]
): Promise<string[][]> {
  return inFolder(captured, async (pcap, keys) => {
    const { path, env } = tools.tshark as PacketTool
    const wanted = fields.flatMap((field) => ['-e', field])
    const said = await runCommand(
      [
        path,
        '-r',
        pcap,
        '-2',
        '-n',
        '-o',
        `tls.keylog_file:${keys}`,
        '-Y',
        filter,
        '-T',
        'fields',
        ...wanted,
      ],
      { env: { ...process.env, ...env } },
    )
    return said
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'))
  })
}

/** The lines of some of tshark's statistics (`-z`). */
export async function tsharkStatistics(captured: Captured, ...what: readonly string[]): Promise<string> {
  return inFolder(captured, async (pcap) => {
    const { path, env } = tools.tshark as PacketTool
    return runCommand([path, '-r', pcap, '-n', '-q', ...what.flatMap((each) => ['-z', each])], {
      env: { ...process.env, ...env },
    })
  })
}

async function inFolder<Result>(
  captured: Captured,
  use: (pcap: string, keys: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-ask-'))
  try {
    const [pcap, keys] = [join(folder, 'pcap'), join(folder, 'keys')]
    await writeFile(pcap, captured.pcap)
    await writeFile(keys, captured.keys)
    return await use(pcap, keys)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** One file of the corpora beside the repository. */
export async function corpusFile(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, '../../../../../shared/corpora/pcap/wireshark', name))
}
