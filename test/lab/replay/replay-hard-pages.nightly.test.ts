import { PORTS_PAGE, testHardPages } from './hard-pages.ts'

testHardPages(['hard-games.test', 'hard-news.test', 'hard-weather.test', 'hard-market.test', PORTS_PAGE])
