// Ranks of players and coupons, for C++17. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_LEADERBOARD_HPP
#define GAMEBASE_LEADERBOARD_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

// MARK: Ranks

/// A player's place in a leaderboard; empty for who has no score.
class LeaderboardRank : public Object<TCGBLeaderboardRank> {
public:
    LeaderboardRank() noexcept = default;
    LeaderboardRank(Object<TCGBLeaderboardRank> object) noexcept : Object(std::move(object)) {}

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBLeaderboardRank_userId(get())); }
    int64_t rank() const noexcept { return TCGBLeaderboardRank_rank(get()); }
    int64_t previous_rank() const noexcept { return TCGBLeaderboardRank_preRank(get()); }
    double score() const noexcept { return TCGBLeaderboardRank_score(get()); }
    std::string_view extra() const noexcept GAMEBASE_VIEW { return detail::view(TCGBLeaderboardRank_extra(get())); }
    std::string_view date() const noexcept GAMEBASE_VIEW { return detail::view(TCGBLeaderboardRank_date(get())); }
    int64_t user_count() const noexcept { return TCGBLeaderboardRank_totalUserCountInFactor(get()); }
    static LeaderboardRank from_json(std::string_view json) {
        return LeaderboardRank(adopt(TCGBLeaderboardRank_leaderboardRankFromJsonString(detail::Text(json))));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBLeaderboardRank_jsonString(get())); }
};

namespace detail {

template <class Function> TCGBLeaderboardRanksCompletion ranks_completion() noexcept {
    return [](const TCGBLeaderboardRank *const *ranks, size_t count, const TCGBError *error, void *context) noexcept {
        call<Function>(context, list<LeaderboardRank>(ranks, count), Error(Error::borrow(error)));
    };
}

} // namespace detail

/// Asks for the player's own rank. completion(LeaderboardRank, Error); neither when the player has no score.
template <class Function> void request_rank(int32_t factor, Function &&completion) {
    TCGBLeaderboard_requestRankWithFactor_completion(
        factor,
        [](const TCGBLeaderboardRank *rank, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, LeaderboardRank(LeaderboardRank::borrow(rank)), Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

/// Asks for the player's own rank and those around it. completion(std::vector<LeaderboardRank>, Error).
template <class Function> void request_ranks_around(int32_t factor, int32_t before, int32_t after, Function &&completion) {
    TCGBLeaderboard_requestRanksAroundWithFactor_before_after_completion(
        factor, before, after, detail::ranks_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// Asks for a page of a leaderboard. start: the first rank, from 1. completion(std::vector<LeaderboardRank>, Error).
template <class Function> void request_ranks(int32_t factor, int64_t start, int32_t count, Function &&completion) {
    TCGBLeaderboard_requestRanksWithFactor_start_count_completion(
        factor, start, count, detail::ranks_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Coupons

/// An item, and how many of it.
class CouponBenefit : public Object<TCGBCouponBenefit> {
public:
    CouponBenefit() noexcept = default;
    CouponBenefit(Object<TCGBCouponBenefit> object) noexcept : Object(std::move(object)) {}

    std::string_view item_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBCouponBenefit_itemId(get())); }
    int64_t amount() const noexcept { return TCGBCouponBenefit_amount(get()); }
};

/// A coupon that was used.
class Coupon : public Object<TCGBCoupon> {
public:
    Coupon() noexcept = default;
    Coupon(Object<TCGBCoupon> object) noexcept : Object(std::move(object)) {}

    std::string_view title() const noexcept GAMEBASE_VIEW { return detail::view(TCGBCoupon_title(get())); }
    size_t benefit_count() const noexcept { return TCGBCoupon_benefits_count(get()); }
    CouponBenefit benefit(size_t index) const { return CouponBenefit(CouponBenefit::borrow(TCGBCoupon_benefits_at(get(), index))); }
    static Coupon from_json(std::string_view json) { return Coupon(adopt(TCGBCoupon_couponFromJsonString(detail::Text(json)))); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBCoupon_jsonString(get())); }
};

/// Uses a coupon. transaction_id: stored by the game before, or std::nullopt. completion(Coupon, Error).
template <class Function> void use_coupon(std::string_view code, std::optional<std::string_view> transaction_id, Function &&completion) {
    TCGBCoupon_useCouponWithCode_transactionId_completion(
        detail::Text(code), detail::Text(transaction_id),
        [](const TCGBCoupon *coupon, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, Coupon(Coupon::borrow(coupon)), Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
