import { FIELD_METRICS } from '../../model/field.ts'
import { TABLE_ROWS } from '../../server/contract/page-sizes.ts'
import { FIELD_SITE_SORTS } from '../../server/contract/sorts.ts'
import type { AnswerWriter } from './answer-writer.ts'

/** Every study with its table of sites in every order, and its sites; resolves to the domains. */
export async function writeField(writer: AnswerWriter): Promise<readonly string[]> {
  const { studies } = await writer.json('field', '/field')
  const domains = new Set<string>()
  for (const { list } of studies)
    for (const sort of FIELD_SITE_SORTS)
      for (const order of ['asc', 'desc']) {
        const asked = { sort, order, list }
        await writer.downloads('fieldSites', '/field/sites', asked)
        for (let page = 1, total = 1; page === 1 || (page - 1) * TABLE_ROWS < total; page += 1) {
          const answer = await writer.json('fieldSites', '/field/sites', {
            ...asked,
            page,
            pageSize: TABLE_ROWS,
          })
          total = answer.total
          for (const { domain } of answer.rows) domains.add(domain)
          for (const { domain } of answer.rows) await writeFieldSite(writer, domain, list)
        }
      }
  return [...domains]
}

async function writeFieldSite(writer: AnswerWriter, domain: string, study: string): Promise<void> {
  const path = `/field/sites/${encodeURIComponent(domain)}`
  for (const metric of FIELD_METRICS)
    for (const list of [null, study]) {
      const found = await writer.json('fieldSite', path, { metric, list })
      const lab = found.lab === null ? null : `${found.lab.labRunId}:${found.lab.cell}`
      const campaign = found.live?.campaignId ?? null
      await writer.downloads('fieldSite', path, { metric, list: found.list, campaign, lab })
    }
}
