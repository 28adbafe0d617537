import { afterEach, expect, it, vi } from 'vitest'
import { pushObstacle } from './push-browser.ts'

const agents = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
}

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['an iPhone', agents.iPhone, 5, 'install'],
  // It says that it is a Mac; no Mac has a touch screen.
  ['an iPad', agents.Mac, 5, 'install'],
  ['a Mac', agents.Mac, 0, 'unsupported'],
  ['a Windows tablet', agents.Windows, 10, 'unsupported'],
])(
  'without push in the browser of %s, the page says what helps [AN-3]',
  (_name, userAgent, maxTouchPoints, obstacle) => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('window', {})
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
    expect(pushObstacle()).toBe(obstacle)
  },
)
