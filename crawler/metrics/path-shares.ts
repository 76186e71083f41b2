import type { MetricName } from '../../model/metrics.ts'
import type { Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/** Is null for pages that a browser loaded, whose critical path is not known. */
function pathShare(name: MetricName, about: string, part: 'networkMs' | 'computeMs'): Metric {
  return {
    name,
    about,
    compute(artifacts) {
      const path = artifacts.timings?.path
      if (path === undefined) return { value: null, note: 'no graph was loaded' }
      const loaded = navigationMoment(artifacts, 'loadEventStart')
      return loaded.value === null ? loaded : Math.min(1, path[part] / loaded.value)
    },
  }
}

export const pathNetworkShare = pathShare(
  'path_network_share',
  'share of the page load time in which the critical path was fetching, servers’ think times included',
  'networkMs',
)

export const pathComputeShare = pathShare(
  'path_compute_share',
  'share of the page load time in which the critical path was computing',
  'computeMs',
)
