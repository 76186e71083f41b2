import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerFile } from '../../server/contract/answer-file.ts'
import type { Answer, EndpointName } from '../../server/contract/contract.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

export type Query = Readonly<Record<string, string | number | null>>

export interface AnswerWriter {
  readonly files: number
  readonly sizeBytes: number
  readonly hars: { readonly files: number; readonly sizeBytes: number }
  /** The answer as JSON, without a file. */
  ask<Name extends EndpointName>(name: Name, path: string, query?: Query): Promise<Answer<Name>>
  /** The answer as JSON; what was written before is read from its file. */
  json<Name extends EndpointName>(name: Name, path: string, query?: Query): Promise<Answer<Name>>
  /** The same data as JSON and as CSV: the links below a figure or a table. */
  downloads(name: EndpointName, path: string, query?: Query): Promise<void>
  feed(name: EndpointName, path: string): Promise<void>
  har(sampleId: number): Promise<void>
  /** A picture under the address that it has on a server, from the root of the host. */
  picture(address: string): Promise<void>
}

interface AnswerWriterOptions {
  /** Origin of the API. */
  readonly address: string
  readonly folder: string
  readonly signal: AbortSignal
  /** Called after each file. */
  readonly written: (files: number, sizeBytes: number) => void
}

/** From one process to itself nothing is gained by compression, which takes more time than many an answer. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' }

/** An answer that is still being computed (202) is asked for again after so long. */
const AGAIN_MS = 250

export function answerWriter({ address, folder, signal, written }: AnswerWriterOptions): AnswerWriter {
  const known = new Set<string>()
  const folders = new Set<string>()
  let sizeBytes = 0
  const hars = { files: 0, sizeBytes: 0 }
  const store = async (file: string, body: string | Uint8Array): Promise<void> => {
    const parent = dirname(file)
    if (!folders.has(parent)) await mkdir(join(folder, parent), { recursive: true })
    folders.add(parent)
    await writeFile(join(folder, file), body)
    known.add(file)
    sizeBytes += Buffer.byteLength(body)
    written(known.size, sizeBytes)
  }
  const write = async (path: string, query: Query): Promise<string> => {
    const file = answerFile(path, query)
    if (known.has(file)) return readFile(join(folder, file), 'utf8')
    const body = await askUntilWhole(address + apiAddress(path, query), signal)
    await store(file, body)
    return body
  }
  const writer: AnswerWriter = {
    get files() {
      return known.size
    },
    get sizeBytes() {
      return sizeBytes
    },
    hars,
    async ask<Name extends EndpointName>(_name: Name, path: string, query: Query = {}) {
      return JSON.parse(await askUntilWhole(address + apiAddress(path, query), signal)) as Answer<Name>
    },
    async json<Name extends EndpointName>(_name: Name, path: string, query: Query = {}) {
      return JSON.parse(await write(path, query)) as Answer<Name>
    },
    async downloads(_name, path, query = {}) {
      for (const format of [null, 'csv']) {
        if (!known.has(answerFile(path, { ...query, format }))) await write(path, { ...query, format })
      }
    },
    async feed(_name, path) {
      await write(path, { format: 'atom' })
    },
    async har(sampleId) {
      const path = `/samples/${sampleId}/har`
      if (known.has(answerFile(path))) return
      const before = sizeBytes
      await write(path, {})
      hars.files += 1
      hars.sizeBytes += sizeBytes - before
    },
    async picture(path) {
      if (known.has(path)) return
      const response = await fetch(address + path, { signal, headers: UNCOMPRESSED })
      if (!response.ok) throw unanswered(path, response.status, '')
      await store(path, await response.bytes())
    },
  }
  return writer
}

function apiAddress(path: string, query: Query): string {
  const chosen = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
  return `/api/v1${path}?${new URLSearchParams(chosen)}`
}

/** The database has made the address: where the server takes it for wrong or finds nothing, the database is. */
function unanswered(path: string, status: number, body: string): Error {
  const message = `${path} was answered with ${status}${body === '' ? '' : `: ${body}`}`
  return status >= 400 && status < 500
    ? new CliError(EXIT.data, `the database holds what cannot be shown (${message})`)
    : new Error(message)
}

async function askUntilWhole(url: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted()
    const response = await fetch(url, { signal, headers: UNCOMPRESSED })
    const body = await response.text()
    if (!response.ok) throw unanswered(new URL(url).pathname, response.status, body)
    if (response.status !== 202) return body
    await sleep(AGAIN_MS, undefined, { signal })
  }
}
