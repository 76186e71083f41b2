import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Answer } from 'dns-packet'
import type { Sandbox } from '../../../lab/sandbox/open.ts'

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stdoutBytes: Buffer
  readonly stderr: string
}

/** No command here takes longer; one that hangs is to fail its test, not to stop the suite. */
const LIMIT_MS = 60_000
/** Seconds that curl waits: so long that no stall of a machine is taken for silence. */
const CURL_LIMIT_S = 30
/** Flags for a server that is not to answer. */
export const SILENT = ['--max-time', '3'] as const

/** Runs a command in the client's namespace to its end. */
export async function inside(sandbox: Sandbox, ...argv: string[]): Promise<Said> {
  const [program = '', ...rest] = sandbox.command(argv)
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
  const ended = once(child, 'close')
  const [stdoutBytes, stderr, [code, killedBy]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    ended,
  ])
  if (killedBy !== null) throw new Error(`${argv.join(' ')} did not end: ${stdoutBytes} ${stderr}`)
  return { code, stdout: stdoutBytes.toString(), stdoutBytes, stderr }
}

export interface DnsReply {
  /** `NOERROR`, …; null where no answer came for five seconds; `malformed` where it could not be decoded. */
  readonly rcode: string | null
  readonly truncated: boolean
  readonly answers: readonly Answer[]
}

/** Asks the sandbox's DNS `name/type` questions, one after the other. */
export async function askAll(
  sandbox: Sandbox,
  transport: 'udp' | 'tcp',
  questions: readonly string[],
): Promise<DnsReply[]> {
  const program = join(import.meta.dirname, 'dns-question.ts')
  const said = await inside(sandbox, process.execPath, program, sandbox.resolver, transport, ...questions)
  if (said.code !== 0) throw new Error(said.stderr)
  return JSON.parse(said.stdout) as DnsReply[]
}

export async function ask(
  sandbox: Sandbox,
  name: string,
  type = 'A',
  transport: 'udp' | 'tcp' = 'udp',
): Promise<DnsReply> {
  const [reply] = await askAll(sandbox, transport, [`${name}/${type}`])
  if (!reply) throw new Error(`nothing about ${name}`)
  return reply
}

/** All addresses of each name by the sandbox's DNS, IPv4 first. Asked over TCP, which no packet loss or length spoils. */
export async function resolveAll(sandbox: Sandbox, names: readonly string[]): Promise<Map<string, string[]>> {
  const questions = names.flatMap((name) => [`${name}/A`, `${name}/AAAA`])
  const replies = await askAll(sandbox, 'tcp', questions)
  const of = (reply: DnsReply | undefined) =>
    (reply?.answers ?? []).flatMap((answer) =>
      answer.type === 'A' || answer.type === 'AAAA' ? [answer.data] : [],
    )
  return new Map(
    names.map((name, index) => [name, [...of(replies[2 * index]), ...of(replies[2 * index + 1])]]),
  )
}

/**
 * curl, with the name at these addresses, by default those of the sandbox's DNS. Its standard error ends in a line
 * `HTTP-VERSION STATUS BYTES`.
 */
export async function curl(
  sandbox: Sandbox,
  url: string,
  flags: readonly string[] = [],
  known: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Said> {
  const { hostname, port, protocol } = new URL(url)
  const found = known.get(hostname) ?? (await resolveAll(sandbox, [hostname])).get(hostname) ?? []
  const addresses = found.map((each) => (each.includes(':') ? `[${each}]` : each))
  const at = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:${addresses.join(',')}`
  const write = '%{stderr}%{http_version} %{http_code} %{size_download}\n'
  const common = [
    '--silent',
    '--show-error',
    '--max-time',
    String(CURL_LIMIT_S),
    '--cacert',
    sandbox.caFile,
    '--write-out',
    write,
  ]
  return inside(sandbox, 'curl', ...common, '--resolve', at, ...flags, url)
}
