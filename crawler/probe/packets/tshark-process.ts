import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { constants, type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { sendSignal } from '../../process/send-signal.ts'
import { codeOf } from '../../process/thrown.ts'
import type { PacketTool } from './packet-tools.ts'
import { endMarker, markerNumber } from './pcap-marker.ts'
import { decodeAs, type SchemeByPort } from './scheme-by-port.ts'
import { FIELDS } from './tshark-fields.ts'

/** No settings are there. */
const NOWHERE = '/nonexistent'

/** The key log is file 3 of the process. */
const ARGUMENTS = [
  '-r',
  '-',
  '-n',
  '-o',
  'tls.keylog_file:/dev/fd/3',
  // Off by default; without it everything behind a lost segment stays undissected.
  '-o',
  'tcp.reassemble_out_of_order:TRUE',
  // Bodies are counted, not looked at.
  '-o',
  'http.decompress_body:FALSE',
  '-T',
  'fields',
  '-E',
  'separator=/t',
  '-E',
  'occurrence=a',
  '-E',
  'aggregator=,',
  '-E',
  'quote=n',
  ...FIELDS.flatMap((field) => ['-e', field]),
]

/**
 * tshark refuses to read a capture from a socket, which is what a pipe of Node's is: `cat` makes a pipe of it. The shell
 * becomes tshark, so that the end of the one is that of the other. At the lowest priority: other lanes may be loading.
 */
const THROUGH_A_PIPE = ['nice', '-n', '19', 'bash', '-c', 'exec "$0" "$@" < <(exec cat 2>/dev/null)'] as const

/** Characters of its complaints that are kept. */
const MAX_SAID = 300

/** A tshark that reads the packets of one link type as they are handed to it. */
export class TsharkProcess implements AsyncDisposable {
  /** Settles when it has ended, to why. */
  readonly ended: Promise<string>
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #keys: FileHandle
  readonly #header: Uint8Array
  #said = ''
  #isFirst = true
  #dissected = 0
  #onLine: (line: string) => void = () => {}

  /**
   * @param header of a pcap file: packets of files with another one are for another process
   * @param schemes of ports that it does not know
   */
  static async start(tool: PacketTool, header: Uint8Array, schemes: SchemeByPort): Promise<TsharkProcess> {
    return new TsharkProcess(tool, header, await openNameless(), schemes)
  }

  private constructor(
    { path, env }: PacketTool,
    header: Uint8Array,
    keys: FileHandle,
    schemes: SchemeByPort,
  ) {
    this.#header = header
    this.#keys = keys
    const [program, ...rest] = THROUGH_A_PIPE
    // Detached: a group of its own, which is ended as a whole, and hears no Ctrl-C that is for us.
    this.#child = spawn(program, [...rest, path, ...ARGUMENTS, ...decodeAs(schemes)], {
      stdio: ['pipe', 'pipe', 'pipe', keys.fd],
      env: { ...env, HOME: NOWHERE, WIRESHARK_CONFIG_DIR: NOWHERE, LC_ALL: 'C' },
      detached: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable>
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#child.on('error', (error) => resolve(error.message))
    this.#child.on('close', (code, killedBy) => resolve(`${code ?? killedBy}: ${lastLine(this.#said)}`))
    this.ended = promise
    // It has ended: `ended` says why.
    this.#child.stdin.on('error', () => {})
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-MAX_SAID)
    })
    createInterface({ input: this.#child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) =>
      this.#onLine(line),
    )
  }

  /** Says whether a capture with this file header can be handed to it. */
  reads(header: Uint8Array): boolean {
    return Buffer.compare(this.#header, header) === 0
  }

  /** Hands it packets, and the keys for them; settles when all lines about them are there. To be asked one at a time. */
  async dissect(records: Uint8Array, keys: string, onLine: (line: string) => void): Promise<void> {
    this.#dissected += 1
    const number = this.#dissected
    const end = endMarker(this.#header, number)
    await this.#keys.write(keys)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onLine = (line) => {
      const marker = markerNumber(line)
      if (marker === null) onLine(line)
      // Some lines of the one before are still to come.
      else if (marker === number) resolve()
    }
    if (this.#isFirst) this.#child.stdin.write(this.#header)
    this.#isFirst = false
    this.#child.stdin.write(records)
    this.#child.stdin.write(end)
    await promise
  }

  /** Ends it at once: nothing that it might still say is of interest. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid !== undefined && exitCode === null && signalCode === null) sendSignal(-pid, 'SIGKILL')
    await this.ended
    await this.#keys.close()
  }
}

/** open(2): a file that never had a name. Node knows only its other half. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY

/** An empty file without a name, open to be added to: it goes with the last process that has it open, also one killed. */
async function openNameless(): Promise<FileHandle> {
  if (process.platform === 'linux') {
    try {
      return await open(tmpdir(), O_TMPFILE | constants.O_RDWR | constants.O_APPEND, 0o600)
    } catch (error) {
      // A file system that cannot do that (open(2)).
      if (!['EOPNOTSUPP', 'EISDIR', 'EINVAL'].includes(codeOf(error) ?? '')) throw error
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'towline-tshark-'))
  try {
    return await open(join(folder, 'keys'), 'a+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1) ?? ''
}
