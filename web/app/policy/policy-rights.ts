import { m } from '@eupnea/texts'
import type { PolicySection } from './policy-section.ts'

/** Sections 10 to 17: protection, rights, cookies and contact. */
export const rightsSections: () => readonly PolicySection[] = () => [
  {
    id: 'pp_p10',
    title: m.policy_p10_title(),
    blocks: [
      {
        list: [m.policy_p10_text_1(), m.policy_p10_text_2(), m.policy_p10_text_3(), m.policy_p10_text_4()],
      },
      m.policy_p10_text_5(),
    ],
  },
  {
    id: 'pp_p11',
    title: m.policy_p11_title(),
    blocks: [
      m.policy_p11_text_1(),
      {
        list: [
          m.policy_p11_text_2(),
          m.policy_p11_text_3(),
          m.policy_p11_text_4(),
          m.policy_p11_text_5(),
          m.policy_p11_text_6(),
          m.policy_p11_text_7(),
          m.policy_p11_text_8(),
        ],
      },
      m.policy_p11_text_9(),
    ],
  },
  {
    id: 'pp_p12',
    title: m.policy_p12_title(),
    blocks: [m.policy_p12_text_1(), m.policy_p12_text_2(), m.policy_p12_text_3()],
  },
  {
    id: 'pp_p13',
    title: m.policy_p13_title(),
    blocks: [m.policy_p13_text_1(), m.policy_p13_text_2()],
  },
  {
    id: 'pp_p14',
    title: m.policy_p14_title(),
    blocks: [m.policy_p14_text_1(), m.policy_p14_text_2(), m.policy_p14_text_3(), m.policy_p14_text_4()],
  },
  {
    id: 'pp_p15',
    title: m.policy_p15_title(),
    blocks: [m.policy_p15_text_1()],
  },
  {
    id: 'pp_p16',
    title: m.policy_p16_title(),
    blocks: [m.policy_p16_text_1()],
  },
  {
    id: 'pp_p17',
    title: m.policy_p17_title(),
    blocks: [m.policy_p17_text_1(), m.policy_p17_text_2()],
  },
]
