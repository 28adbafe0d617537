import { expect, it } from 'vitest'
import { iconWith, titleText } from './page-title.ts'

it('title and icon carry the count of open notifications [AN-1]', () => {
  expect(titleText('Eupnea Admin Portal', 0)).toBe('Eupnea Admin Portal')
  expect(titleText('Eupnea Admin Portal', 2)).toBe('(2) Eupnea Admin Portal')
  const plain = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3C/svg%3E"
  expect(iconWith(plain, 0)).toBe(plain)
  expect(decodeURIComponent(iconWith(plain, 3))).toMatch(/<circle .*>3<\/text><\/svg>$/)
  expect(iconWith(plain, 12)).toContain('9+')
})
