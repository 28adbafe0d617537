import type { PolicySection } from './policy-section.ts'
import { collectedData, recipients } from './policy-tables.ts'

/** Sections 1 to 9: which data, why, with whom it is shared and how long it is kept. */
export const dataSections: readonly PolicySection[] = [
  {
    id: 'pp_p1',
    title: 'Who we are and what this policy covers',
    blocks: [
      'Eupnea is a portal for contactless monitoring of respiration and sleep in care facilities. In this policy “we” is the organisation that operates the portal you are using, “facility” is the care facility that uses it, and “you” is the person whose data is concerned: a resident, a member, or a user of the portal.',
      'For the care of its residents the facility decides why and how data is used, and is the controller; we process that data on its behalf and by its instructions. For the accounts of users and the security of the portal we are the controller.',
      'This policy covers the portal, its mails and text messages, and the sensors that send to it. It does not cover websites or systems that a link leads to.',
    ],
  },
  {
    id: 'pp_p2',
    title: 'The data we collect',
    blocks: [
      'We collect what the care of residents, the accounts of users and the safety of both need, and nothing beyond it. Our sensors have neither camera nor microphone: they measure movement and distance by radio waves.',
      { table: collectedData },
    ],
  },
  {
    id: 'pp_p3',
    title: 'How we collect data',
    blocks: [
      {
        list: [
          'From sensors, which send respiration rate and distance about once a second while they are in use.',
          'From the facility’s staff, who enter, upload or import what belongs to the care of a resident.',
          'From you, when you give us details for your account or write to us.',
          'From the use of the portal itself, which records sign-ins and the opening and changing of records.',
        ],
      },
      'If a sensor is in a room that several people share, it may for short times measure another person. Staff are told to place and set sensors so that this does not happen.',
    ],
  },
  {
    id: 'pp_p4',
    title: 'What we use data for',
    blocks: [
      {
        list: [
          'To show staff how residents breathe now, how they have breathed, and how long they were in bed.',
          'To tell staff of respiration rates outside the usual range.',
          'To write the reports and lists that the facility asks for.',
          'To give access to those who are entitled to it, and to nobody else.',
          'To find and repair faults, and to find and stop misuse.',
        ],
      },
      'We do not sell data, and we do not use it for advertising.',
    ],
  },
  {
    id: 'pp_p5',
    title: 'Lawful bases',
    blocks: [
      'Each use of data rests on one of the lawful bases that the table in section 2 names. Where it is a legitimate interest, we have weighed it against the interests of the people concerned, and you may ask us for the result.',
      'Where it is consent, you can withdraw it at any time. What was done before stays lawful, and nobody may be treated worse for withdrawing consent.',
    ],
  },
  {
    id: 'pp_p6',
    title: 'Health data',
    blocks: [
      'Respiration rate, presence in bed and what is derived from them are data concerning health. They are used for the provision of health and social care, by or under the responsibility of people who are bound to secrecy, or with explicit consent where the law asks for it.',
      'The portal supports care. It does not replace the direct observation of residents, and its notifications may come late or not at all.',
    ],
  },
  {
    id: 'pp_p7',
    title: 'With whom data is shared',
    blocks: [
      'Data of a resident is open to the facility that cares for the resident and to nobody else, unless the facility, the resident or the law provides otherwise. The recipients are:',
      { table: recipients },
      'Whoever works for us is bound by a written contract to use data for our purposes only, to protect it, and to delete it at the end.',
    ],
  },
  {
    id: 'pp_p8',
    title: 'Transfers to other countries',
    blocks: [
      'Where a recipient is in a country whose law does not protect data as well as yours, we transfer data only under an adequacy decision or under standard contractual clauses, with further safeguards where they are needed. You may ask us for a copy.',
    ],
  },
  {
    id: 'pp_p9',
    title: 'How long data is kept',
    blocks: [
      'Unless the facility has agreed on other times with us, or the law asks for longer ones, we keep:',
      {
        list: [
          'single readings of sensors for 400 days, and averages of each minute for ten years;',
          'records of residents for as long as the facility keeps its records of care;',
          'accounts for as long as they are in use, and sign-ins and the record of who opened what for as long as the law on health records asks;',
          'the text of mails and text messages until they are sent, because it may hold a code;',
          'counts of page views as numbers without persons.',
        ],
      },
      'After that data is deleted, or changed so that it no longer identifies anybody.',
    ],
  },
]
