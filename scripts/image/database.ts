import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A PostgreSQL server on a socket alone, as the service `database` of deploy/compose.yaml. */
export interface SocketDatabase extends AsyncDisposable {
  /** The folder of its socket. */
  readonly socket: string
  /** Runs one of PostgreSQL's programs against its database. Rejects where it fails. */
  run(program: string, args: readonly string[]): Promise<void>
}

/** PostgreSQL refuses to run as root: it runs as nobody. */
const NOBODY = 65_534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, '--regid=nogroup', '--clear-groups']

/**
 * Starts one that listens in `folder/socket` and has a database `towline` of a user of that name.
 * @param programs folder of initdb, postgres, psql, …
 */
export async function startDatabase(programs: string, folder: string): Promise<SocketDatabase> {
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  for (const path of [folder, data, socket]) {
    await mkdir(path, { recursive: true })
    await chown(path, NOBODY, NOBODY)
  }
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const [command = '', ...rest] = [...AS_NOBODY, join(programs, program), ...args]
    const env = { PATH: process.env.PATH, PGHOST: socket, PGUSER: 'towline', PGDATABASE: 'towline' }
    return spawn(command, rest, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const toEnd = async (program: string, args: readonly string[]): Promise<void> => {
    const child = start(program, args)
    const { stderr } = child
    if (stderr === null) throw new Error('it has no error stream')
    const [errors, [code]] = await Promise.all([text(stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`)
  }
  await toEnd('initdb', [`--pgdata=${data}`, '--username=towline', '--auth=trust', '--no-sync'])
  const server = start('postgres', ['-D', data, '-k', socket, '-c', 'listen_addresses=', '-F'])
  server.stderr?.resume()
  const ended = once(server, 'exit')
  await using owned = new AsyncDisposableStack()
  owned.defer(async () => {
    // PostgreSQL's fast shutdown.
    server.kill('SIGINT')
    await ended
  })
  for (;;) {
    const answers = await toEnd('pg_isready', ['--quiet']).then(
      () => true,
      () => false,
    )
    if (answers) break
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    await sleep(100)
  }
  await toEnd('createdb', ['--maintenance-db=postgres', 'towline'])
  const kept = owned.move()
  return { socket, run: toEnd, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
