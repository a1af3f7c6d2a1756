/**
 * `flights.owner_type` of a charter: the schedule of one pilot, whose id is `owner_id`. It is not `visible`, so that no
 * search and no list shows it, and goes with its bid. Version 7 names owners by their class.
 */
export const charterOwner = 'App\\Models\\User';
