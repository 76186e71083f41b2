import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import { openDatabase } from '../../db/connection/open.ts'
import type { TestDatabase } from './databases.ts'
import { EMPTY, type Template, templateHash } from './template.ts'

type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>

/** Any number, as long as nothing else takes advisory locks with it in the server's own database. */
const WRITING_LOCK = 7_301

/** The names and values of the templates that this process has used. */
const kept = new Map<Template<unknown>, Promise<{ readonly name: string; readonly value: string }>>()

/** A database of its own on the server: with the newest schema, or nothing where `migrate` is set. */
export async function temporaryPostgres(server: string, migrate = false): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (migrate) await adminOf(server).query(`CREATE DATABASE ${name}`)
  else await copyPostgresTemplate(EMPTY, server, name)
  const url = urlOf(server, name)
  return {
    dialect: 'postgres',
    url,
    open: (options) => openDatabase({ url, ...options }),
    [Symbol.asyncDispose]: async () => void (await adminOf(server).query(drop(name))),
  }
}

/** Puts a template in the place of a database that nobody has opened yet; resolves to what its `write` resolved to. */
export async function replaceByTemplate<T>(template: Template<T>, { url }: TestDatabase): Promise<T> {
  const name = new URL(url).pathname.slice(1)
  const server = urlOf(url, 'postgres')
  await adminOf(server).query(drop(name))
  return copyPostgresTemplate(template, server, name)
}

async function copyPostgresTemplate<T>(template: Template<T>, server: string, name: string): Promise<T> {
  const written = kept.get(template) ?? keepPostgresTemplate(template, server)
  kept.set(template, written)
  const source = await written
  await adminOf(server).query(`CREATE DATABASE ${name} TEMPLATE ${source.name} STRATEGY file_copy`)
  return JSON.parse(source.value) as T
}

/** Writes a template unless the server has it: its value is the database's comment, which a killed process has not set. */
async function keepPostgresTemplate<T>(
  template: Template<T>,
  server: string,
): Promise<{ readonly name: string; readonly value: string }> {
  const name = `template_${template.name}_${templateHash(template)}`
  return asAdmin(server, async (query) => {
    await query(`SELECT pg_advisory_lock(${WRITING_LOCK})`)
    const [found] = await query(
      `SELECT shobj_description(oid, 'pg_database') AS value FROM pg_database WHERE datname = '${name}'`,
    )
    if (typeof found?.value === 'string') return { name, value: found.value }
    await query(drop(name))
    await query(`CREATE DATABASE ${name}`)
    let value: string
    {
      await using db = await openDatabase({ url: urlOf(server, name) })
      value = JSON.stringify(await template.write(db))
    }
    await query(`COMMENT ON DATABASE ${name} IS '${value.replaceAll("'", "''")}'`)
    return { name, value }
  })
}

const drop = (name: string): string => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Connections that are kept from test to test: each costs the server a process. An idle one keeps nobody from ending. */
const admins = new Map<string, Pool>()

function adminOf(server: string): Pool {
  const known = admins.get(server)
  if (known !== undefined) return known
  const admin = new Pool({ connectionString: server, allowExitOnIdle: true })
  // Of an idle connection whose server was ended: the next test takes another.
  admin.on('error', () => undefined)
  admins.set(server, admin)
  return admin
}

async function asAdmin<T>(server: string, run: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await run(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
  } finally {
    await client.end()
  }
}
