import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment } from '../cli/towline.ts'
import { deployFile, towlineArguments, unitValues, withReplaced } from './deploy-files.ts'

export interface UnitServer extends AsyncDisposable {
  readonly port: number
  readonly operatorPort: number
}

/** What deploy/systemd/towline.service runs, on free ports, with further options. */
export async function startUnitServer(database: string, options: readonly string[]): Promise<UnitServer> {
  const [command = ''] = unitValues(deployFile('systemd/towline.service'), 'ExecStart')
  const free = withReplaced(command, {
    '--port 8080': '--port 0',
    '--operator-port 9180': '--operator-port 0',
  })
  const child = spawn(process.execPath, [ENTRY, ...towlineArguments(free), ...options], {
    env: environment({ DATABASE_URL: database }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout.setEncoding('utf8')
  while (!/\/metrics\n/.test(said)) {
    const [piece] = await Promise.race([once(child.stdout, 'data'), ended])
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    said += String(piece)
  }
  const [port = 0, operatorPort = 0] = [/serves http:\/\/127\.0\.0\.1:(\d+)\//, /:(\d+)\/metrics/].map(
    (pattern) => Number(pattern.exec(said)?.[1]),
  )
  return {
    ...{ port, operatorPort },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
