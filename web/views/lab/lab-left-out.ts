import { count, integer, share } from '../../../figures/quantity.ts'
import type { CampaignDetail, LabRun } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import type { ViewContext } from '../view.ts'

type ArmCounts = CampaignDetail['sitesList'][number]['counts'][number]

/** A run's numbers may say more of what failed than of its conditions from this share of samples left out on. */
const WARN_SHARE = 0.1

/** A warning above a run's figures where many of its samples do not count. */
export function leftOutBlock(context: ViewContext, run: LabRun): VNode {
  const { api } = context
  return block({
    ...context,
    what: 'the counts of samples',
    size: 'line',
    load: async () => {
      const { campaigns } = await api.get('campaigns', '/campaigns')
      const details = await Promise.all(
        campaigns
          .filter(({ labRunId }) => labRunId === run.id)
          .map(({ id }) => api.get('campaign', `/campaigns/${id}`)),
      )
      return details.flatMap(({ sitesList }) => sitesList.flatMap(({ counts }) => counts))
    },
    show: leftOutWarning,
  })
}

/** Returns null where few are left out. */
export function leftOutWarning(counts: readonly ArmCounts[]): Child {
  const sum = (list: readonly ArmCounts[], pick: (counts: ArmCounts) => number) =>
    list.reduce((total, each) => total + pick(each), 0)
  const leftOut = sum(counts, ({ invalid, failed }) => invalid + failed)
  const total = leftOut + sum(counts, ({ valid }) => valid)
  if (total === 0 || leftOut / total < WARN_SHARE) return null
  const arms = [...Map.groupBy(counts, ({ arm }) => arm)].map(([arm, each]) => {
    const [invalid, failed] = [sum(each, (one) => one.invalid), sum(each, (one) => one.failed)]
    return `${armLabel(arm)} ${integer(invalid)} invalid, ${integer(failed)} failed`
  })
  return h(
    'p',
    { class: 'warning', role: 'note' },
    h(
      'strong',
      `${integer(leftOut)} of ${count(total, 'sample')} are left out (${share(leftOut / total)}). `,
    ),
    `${arms.join('; ')}. ${leftOut === total ? 'Nothing is left to compare.' : 'What is left may not stand for all: read the gains with that in mind.'}`,
  )
}
