import { pino } from 'pino'
import { type Answer, API_ROOT, type EndpointName } from '../../../server/contract/contract.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'

/** The API on a database of workers. */
export interface FleetAnswers extends AsyncDisposable {
  /** What it answers; `name` is for the type alone. */
  answer<Name extends EndpointName>(name: Name, path: string): Promise<Answer<Name>>
}

/** @param webFolder any folder: pages are not asked for */
export async function fleetAnswers(database: string, webFolder: string): Promise<FleetAnswers> {
  const server = await startReadOnlyServer({
    ...{ database, webFolder, toolVersion: '0.0.0', recorded: false },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
  return {
    async answer<Name extends EndpointName>(_name: Name, path: string): Promise<Answer<Name>> {
      return (await (await fetch(`${server.address}${API_ROOT}${path}`)).json()) as Answer<Name>
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
