import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { clientOf } from '../site/addresses.ts'
import { accessLogFile, CADDY_LOGGER } from './access-log.ts'

/** A request as nginx or Caddy wrote it down when it had ended. */
export interface LoggedRequest {
  /** Says which client asked, from 0; null: the address of none. */
  readonly client: number | null
  /** Address of the server. */
  readonly address: string
  readonly host: string
  readonly path: string
  /** Wall time, milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
}

const NGINX_LINE = z.object({
  end: z.number(),
  took: z.number(),
  client: z.string(),
  address: z.string(),
  host: z.string(),
  path: z.string(),
})

const CADDY_LINE = z.object({
  ts: z.number(),
  duration: z.number(),
  logger: z.string(),
  request: z.object({ remote_ip: z.string(), host: z.string(), uri: z.string() }),
})

function readNginxLine(line: string): LoggedRequest {
  const { end, took, client, address, host, path } = NGINX_LINE.parse(JSON.parse(line))
  const endMs = end * 1_000
  return { client: clientOf(client), address, host, path, startMs: endMs - took * 1_000, endMs }
}

function readCaddyLine(line: string): LoggedRequest {
  const { ts, duration, logger, request } = CADDY_LINE.parse(JSON.parse(line))
  const endMs = ts * 1_000
  return {
    client: clientOf(request.remote_ip),
    address: logger.slice(CADDY_LOGGER.length + 1),
    host: request.host,
    path: request.uri,
    startMs: endMs - duration * 1_000,
    endMs,
  }
}

/** Reads what both have written so far below the folder of a run, in the order of the requests' starts. */
export async function readAccessLogs(run: string): Promise<LoggedRequest[]> {
  const [nginx, caddy] = await Promise.all([
    readLines(accessLogFile(run, 'nginx'), readNginxLine),
    readLines(accessLogFile(run, 'caddy'), readCaddyLine),
  ])
  return [...nginx, ...caddy].sort((a, b) => a.startMs - b.startMs)
}

async function readLines(file: string, read: (line: string) => LoggedRequest): Promise<LoggedRequest[]> {
  const text = await readFile(file, 'utf8')
  // A line that is just being written has no end yet.
  return text.split('\n').slice(0, -1).map(read)
}
