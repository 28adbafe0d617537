import { expect, it } from 'vitest'
import { environment } from './config.ts'
import { doubtsOf } from './config-doubts.ts'

it('doubts variables that look like the portal’s own and are none', () => {
  const misspelt = { OPS_MAILS: 'a@house.example', RETENTION_READING_DAYS: '31', S3_BUCKET: 'x', SMTP_URI: '' }
  expect(
    doubtsOf({ PATH: '/bin', NODE_OPTIONS: '', NO_PROXY: 'localhost', DATABASE_HOST: 'db', HOME: '/', ...misspelt }),
  ).toEqual([
    'OPS_MAILS: no such variable',
    'RETENTION_READING_DAYS: no such variable',
    'S3_BUCKET: no such variable',
    'SMTP_URI: no such variable',
  ])
})

it('doubts none that it knows', () => {
  expect(
    doubtsOf(
      Object.fromEntries(
        Object.keys(environment.shape)
          .map((name) => [name, 'x'])
          .concat([['NODE_ENV', 'test']]),
      ),
    ),
  ).toEqual([])
})

it('doubts a portal in production that doesn’t know its address', () => {
  const mails = { SMTP_URL: 'smtp://mail.house.example', MAIL_FROM: 'portal@house.example' }
  expect(doubtsOf({ NODE_ENV: 'production', BASE_URL: '', ...mails })).toEqual([
    expect.stringMatching(/^BASE_URL: not set/),
  ])
  expect(doubtsOf({ NODE_ENV: 'production', BASE_URL: 'https://house.example', ...mails })).toEqual([])
})

it('doubts a portal in production that sends no mails', () => {
  expect(doubtsOf({ NODE_ENV: 'production', BASE_URL: 'https://house.example' })).toEqual([
    expect.stringMatching(/^SMTP_URL: not set/),
  ])
  expect(doubtsOf({ NODE_ENV: 'development' })).toEqual([])
})

it('doubts a portal in production whose mails have no sender of the house', () => {
  const others = { NODE_ENV: 'production', BASE_URL: 'https://house.example', SMTP_URL: 'smtp://mail.house.example' }
  expect(doubtsOf(others)).toEqual([expect.stringMatching(/^MAIL_FROM: not set/)])
  expect(doubtsOf({ ...others, MAIL_FROM: 'portal@house.example' })).toEqual([])
})

it('doubts a misspelt production, which would get the demonstration facility', () => {
  expect(doubtsOf({ NODE_ENV: 'prod' })).toEqual([expect.stringMatching(/^NODE_ENV: neither production/)])
})
