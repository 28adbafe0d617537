import { expect, it } from 'vitest'
import { isStaticHost, portalAddress } from './host.ts'

it.each([
  'd111111abcdef8.cloudfront.net',
  'bucket.s3.amazonaws.com',
  'bucket.s3.eu-west-2.amazonaws.com',
  'bucket.s3-website-us-east-1.amazonaws.com',
  'bucket.s3-website.eu-central-1.amazonaws.com',
  's3.amazonaws.com',
  'someone.github.io',
  'portal.netlify.app',
  'portal.vercel.app',
  'portal.pages.dev',
  'PORTAL.Pages.Dev.',
])('knows %s as a static host [SH-8]', (hostname) => {
  expect(isStaticHost(hostname)).toBe(true)
})

it.each([
  'localhost',
  '127.0.0.1',
  'portal.example.org',
  'cloudfront.net.example.org',
  'mycloudfront.net',
  'ec2-1-2-3-4.compute.amazonaws.com',
  's3.example.org',
  'not-s3x.amazonaws.com',
  'mys3.amazonaws.com',
])('takes %s for a host of its own [SH-8]', (hostname) => {
  expect(isStaticHost(hostname)).toBe(false)
})

it('leads from the sub-domain of no facility to the portal itself [SH-12]', () => {
  const at = (host: string) => portalAddress({ protocol: 'https:', host }, 'oak-house')
  expect(at('oak-house.portal.example:8443')).toBe('https://portal.example:8443/')
  expect(at('Oak-House.portal.example')).toBe('https://portal.example/')
  expect(at('portal.example')).toBe('https://portal.example/')
})
