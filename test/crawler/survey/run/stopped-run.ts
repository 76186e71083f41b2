// Runs a survey of real connections to one server on the loopback: `stopped-run.ts PORT SITES`. Writes what came of
// each site as JSON.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHttp1 } from '../../../../crawler/survey/http/http1.ts'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { openDatabase } from '../../../../db/connection/open.ts'
import { readOperations } from '../../../../db/survey/operations.ts'
import { factsOf, surveyOf } from '../../../db/campaign/samples.ts'
import { endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'

const [port = '', sites = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
{
  await using db = await openDatabase({ url: join(folder, 'survey.sqlite') })
  const surveyId = await surveyOf(db, Number(sites))
  await runSurvey({
    db,
    surveyId,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    async visit({ rank }, { signal }) {
      const context = surveyContext({ signal, timeouts: hurried('httpHeadersMs') })
      const at = endpoint(Number(port), { scheme: 'http' })
      const { socket } = await tcp(at, context)
      if (socket === null) throw new Error('no connection')
      await using http = openHttp1(socket, at, context)
      return { rows: [await http.get('/')], facts: factsOf(rank) }
    },
  })
  const rows = []
  for (let rank = 1; rank <= Number(sites); rank += 1)
    rows.push(...(await readOperations(db, surveyId, rank)))
  const results = rows.map(({ failure, result }) => ({
    failure,
    status: (result as { status: number } | null)?.status ?? null,
  }))
  process.stdout.write(JSON.stringify(results))
}
await rm(folder, { recursive: true })
