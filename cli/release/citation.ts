import { stringify } from 'yaml'
import { DATA_LICENSES } from '../../model/data-license.ts'
import { dayOf, KEYWORDS, RELEASE_SUMMARY, type ReleaseFacts, titleOf } from './release-facts.ts'

/** CITATION.cff of the data set (Citation File Format 1.2.0). */
export function citationFile(facts: ReleaseFacts): string {
  return stringify({
    'cff-version': '1.2.0',
    message: 'If you use this data, please cite it as below.',
    type: 'dataset',
    title: titleOf(facts),
    abstract: RELEASE_SUMMARY,
    authors: [{ name: facts.author }],
    version: dayOf(facts),
    'date-released': dayOf(facts),
    license: facts.license,
    ...(facts.url === null ? {} : { url: facts.url }),
    keywords: KEYWORDS,
  })
}

/** One line, as "Cite this view" of the dashboard words it. */
export function citationText(facts: ReleaseFacts): string {
  const { author, url, provenance } = facts
  const parts = [
    `${author}: ${titleOf(facts)}. Data set, ${dayOf(facts)}`,
    `measured with towline ${provenance.tool.version}`,
    DATA_LICENSES[facts.license].name,
    ...(url === null ? [] : [url]),
  ]
  return `${parts.join('. ')}.`
}
