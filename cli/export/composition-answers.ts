import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import type { Answer } from '../../server/contract/contract.ts'
import { TABLE_ROWS } from '../../server/contract/page-sizes.ts'
import { COMPOSITION_SORTS } from '../../server/contract/sorts.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { writePlainFigures } from './plain-answers.ts'
import { MOST_SORTED_SITES } from './site-answers.ts'

/** What the pages of each live campaign are made of: distributions, and the table under each arm. */
export async function writeCompositions(writer: AnswerWriter): Promise<void> {
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  for (const campaign of campaigns) if (campaign.labRunId === null) await writeComposition(writer, campaign)
}

async function writeComposition(
  writer: AnswerWriter,
  { id, arms, sites }: Answer<'campaigns'>['campaigns'][number],
): Promise<void> {
  await writePlainFigures(writer, 'campaign', id)
  const path = `/campaigns/${id}/composition`
  for (const metric of COMPOSITION_METRICS)
    await writer.downloads('compositionCdf', `${path}/cdf`, { metric })
  const sorts = sites > MOST_SORTED_SITES ? (['rank'] as const) : COMPOSITION_SORTS
  for (const arm of arms)
    for (const sort of sorts)
      for (const order of ['asc', 'desc']) {
        const asked = { arm, sort, order }
        await writer.downloads('composition', path, asked)
        for (let page = 1; page === 1 || (page - 1) * TABLE_ROWS < sites; page += 1)
          await writer.json('composition', path, { ...asked, page, pageSize: TABLE_ROWS })
      }
}
