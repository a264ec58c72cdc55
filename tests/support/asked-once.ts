/** A function that works out the answer to each question once, and then remembers it. */
export function askedOnce<Question, Answer>(
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    if (!known.has(question)) known.set(question, answer(question));
    return known.get(question) as Answer;
  };
}
