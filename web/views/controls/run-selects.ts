import { count } from '../../../figures/quantity.ts'
import type { Campaign, Survey } from '../../../server/contract/contract.ts'
import type { Choices } from '../../client/address.ts'
import type { VNode } from '../../dom/h.ts'
import { type SelectField, select } from './controls.ts'
import { day } from './facts.ts'

type Go = (choices: Choices) => void

/** Returns null where there is nothing to choose from. */
export function campaignSelect(go: Go, chosen: Campaign, campaigns: readonly Campaign[]): VNode | null {
  return runSelect('campaign', chosen, campaigns, (value) => go({ campaign: value, page: null }))
}

/** Returns null where there is nothing to choose from. */
export function surveySelect(go: Go, chosen: Survey, surveys: readonly Survey[]): VNode | null {
  return runSelect('survey', chosen, surveys, (value) => go({ survey: value, page: null }))
}

type Run = Pick<Campaign, 'id' | 'createdAt' | 'sites'>

function runSelect(
  kind: 'survey' | 'campaign',
  chosen: Run,
  runs: readonly Run[],
  choose: SelectField['choose'],
): VNode | null {
  if (runs.length < 2) return null
  return select({
    ...{ id: kind, label: kind, value: String(chosen.id), choose },
    options: runs.map(({ id, createdAt, sites }) => ({
      value: String(id),
      label: `#${id}, ${day(createdAt)}, ${count(sites, 'site')}`,
    })),
  })
}
