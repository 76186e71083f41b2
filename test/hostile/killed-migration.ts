/**
 * A program that opens a database and kills itself when a migration has been made, before anything of it is committed:
 * `killed-migration.ts FILE NAME`.
 */
import { registerHooks } from 'node:module'

const [, , file = '', name = ''] = process.argv

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/db/migrations/${name}.ts`)) return loaded
    const source = String(loaded.source).replace('export async function up(', 'async function migration(')
    const killed =
      'export async function up(...all) { await migration(...all); process.kill(process.pid, "SIGKILL") }'
    return { ...loaded, source: `${source}\n${killed}\n` }
  },
})

const { openDatabase } = await import('../../db/connection/open.ts')
await using _db = await openDatabase({ url: file })
