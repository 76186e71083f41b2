import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../db/connection/open.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { startReadOnlyServer } from '../../server/read-only-server.ts'
import { addSurvey, type Site } from '../cli/survey/survey-database.ts'
import { temporarySqlite } from '../db/databases.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')

/** Sites by whether they answer HTTP/3: a letter a survey, `.` where it does not hold the site. */
const FOLLOWED = {
  'stays.test': 'yyy',
  'gains.test': 'nyy',
  'flaps.test': 'nyn',
  'gap.test': 'y?n',
  'gone.test': 'yn.',
  'new.test': '.yy',
}

const REFERENCE = { name: 'reference.test', address: '192.0.2.1' }
const MEASURED = {
  measuredAt: '2026-05-01T00:00:00.000Z',
  toolVersion: '0.1.0',
  place: null,
  network: 'AS64500',
  ipv4: true,
  ipv6: null,
  resolver: '192.0.2.53',
  clockOffsetMs: -0.5,
  clockErrorMs: 1.5,
}

export interface Followed extends AsyncDisposable {
  readonly database: string
  readonly address: string
}

/** A server over three surveys of a list from Lancaster and two of the same from Tokyo, where HTTP/3 is always blocked. */
export async function followed(): Promise<Followed> {
  await using resources = new AsyncDisposableStack()
  const { url: database } = resources.use(await temporarySqlite())
  for (const [month, vantage] of ['Lancaster', 'Tokyo', 'Lancaster', 'Tokyo', 'Lancaster'].entries()) {
    const sites = Object.entries(FOLLOWED).flatMap(([domain, history]): Site[] => {
      const letter = history[Math.floor(month / 2)]
      if (letter === '.') return []
      const h3 = letter === '?' ? null : letter === 'y' && vantage === 'Lancaster'
      return [{ domain, h3, rttMs: vantage === 'Tokyo' ? 250 : 10 }]
    })
    await addSurvey(database, sites, {
      createdAt: `2026-0${month + 1}-01T00:00:00.000Z`,
      options: { top: 100 },
      vantage,
    })
  }
  {
    await using db = await openDatabase({ url: database })
    for (const [name, rttMs] of [
      ['Lancaster', 10],
      ['Tokyo', 250],
      ['unused', 1],
    ] as const)
      await recordVantage(db, { ...MEASURED, name, rtts: [{ ...REFERENCE, rttMs }] })
  }
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database, webFolder: WEB_FOLDER, toolVersion: '0.1.0', recorded: false },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  const owned = resources.move()
  return { database, address: server.address, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
